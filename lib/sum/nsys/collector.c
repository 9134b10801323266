/* SPDX-License-Identifier: MIT */
#include "base/err.h"
#include "collector.h"

size_t
collectorwrite(const struct collectorargs *ask, const struct column *columns, size_t count,
    size_t rows, size_t usual, const void *arg)
{
	struct tableview view = *ask->view;
	size_t most = ask->rows > 0 ? ask->rows : usual;

	if (rows == 0)
		return 0;
	view.columns = columns;
	view.count = count;
	view.rows = most > 0 && most < rows ? most : rows;
	view.arg = arg;
	tableviewwrite(&view, ask->out);
	if (view.rows < rows && ask->rows == 0)
		warn("the first %zu rows of %zu: all with :rows=%zu", most, rows, rows);
	return rows;
}
