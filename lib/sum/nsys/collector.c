/* SPDX-License-Identifier: MIT */
#include "base/err.h"
#include "collector.h"

size_t
collectorwrite(const struct collectorargs *args, const struct column *columns, size_t count,
    size_t rows, size_t usual, const void *cellarg)
{
	struct tableview view = *args->view;
	size_t most = args->rows > 0 ? args->rows : usual;

	if (rows == 0)
		return 0;
	view.columns = columns;
	view.count = count;
	view.rows = most > 0 && most < rows ? most : rows;
	view.arg = cellarg;
	if (view.rows < rows && args->rows == 0)
		warn("the first %zu of %zu rows; :rows=%zu shows all", most, rows, rows);
	tableviewwrite(&view, args->out);
	return rows;
}
