# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2034,SC2154 # why is for those who source it
# Slurm on the loopback interface: a controller and a node of their own, without accounts.

# startslurm: starts them, and sets SLURM_CONF; fails, with the reason in $why, where that can't be.
startslurm() {
	for program in munged slurmctld slurmd; do
		if [ ! -x "/usr/sbin/$program" ]; then
			why="no $program: 'scripts/bootstrap fleet' installs it"
			return 1
		fi
	done
	slurm=$tmp/slurm port=$((20000 + $$ % 10000 * 2)) host=$(hostname -s)
	mkdir -p "$slurm/state" "$slurm/spool"
	(umask 077 && head -c 1024 /dev/urandom >"$slurm/key")
	cat >"$slurm/slurm.conf" <<-END
		ClusterName=test
		SlurmctldHost=$host(127.0.0.1)
		SlurmUser=$(id -un)
		SlurmdUser=$(id -un)
		SlurmctldPort=$port
		SlurmdPort=$((port + 1))
		CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
		AuthType=auth/munge
		CredType=cred/munge
		AuthInfo=socket=$slurm/munge
		StateSaveLocation=$slurm/state
		SlurmdSpoolDir=$slurm/spool
		SlurmctldPidFile=$slurm/slurmctld.pid
		SlurmdPidFile=$slurm/slurmd.pid
		ProctrackType=proctrack/pgid
		TaskPlugin=task/none
		SwitchType=switch/none
		MpiDefault=none
		JobAcctGatherType=jobacct_gather/none
		AccountingStorageType=accounting_storage/none
		SchedulerType=sched/builtin
		SchedulerParameters=batch_sched_delay=0,sched_interval=1,sched_min_interval=0
		EpilogMsgTime=0
		SelectType=select/cons_tres
		SelectTypeParameters=CR_CPU
		ReturnToService=2
		SlurmdParameters=config_overrides
		NodeName=node0 NodeHostname=$host NodeAddr=127.0.0.1 CPUs=4 State=UNKNOWN
		PartitionName=all Nodes=ALL Default=YES MaxTime=10 State=UP
	END
	SLURM_CONF=$slurm/slurm.conf
	export SLURM_CONF
	trap 'stopslurm; rm -rf "$tmp"' EXIT
	/usr/sbin/munged --foreground --force --key-file="$slurm/key" --socket="$slurm/munge" \
		--pid-file="$slurm/munged.pid" --log-file="$slurm/munged.log" \
		--seed-file="$slurm/seed" >"$slurm/munged.out" 2>&1 &
	munged=$!
	daemons=''
	wait4 10 test -S "$slurm/munge" || return
	for program in slurmctld 'slurmd -N node0'; do
		# shellcheck disable=SC2086 # words
		/usr/sbin/$program -D >"$slurm/${program%% *}.out" 2>&1 &
		daemons="$! $daemons"
	done
	wait4 40 sh -c 'timeout 5 sinfo -h -t idle -o %n | grep -q .'
}

# wait4 SECONDS COMMAND...: waits until it succeeds; sets $why where it does not.
wait4() {
	left=$(($1 * 5))
	shift
	until "$@" >/dev/null 2>&1; do
		left=$((left - 1))
		if [ $left -eq 0 ]; then
			why="Slurm does not start: $(grep -hi error "$slurm"/*.out | tail -n 1)"
			return 1
		fi
		sleep 0.2
	done
}

# stopslurm: ends what was started, munged last: the others need it.
stopslurm() {
	for daemon in $daemons $munged; do
		kill "$daemon" 2>/dev/null
		wait "$daemon" 2>/dev/null
	done
	daemons='' munged=''
}
