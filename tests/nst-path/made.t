#!/bin/sh
# SPDX-License-Identifier: MIT
# Made streams whose critical path is known; each has a picture. In a picture a letter is an event,
# "." time of the path on a thread outside of calls, and ">" the way of the path from one line to
# another. made.awk explains the notation.
. tests/tap.sh

here=$top/tests/nst-path

# path DESCRIPTION WANTED [OPTION...]: the path of the stream on standard input: TIME+DURATION kind
# name, ...
path() {
	what=$1
	wanted=$2
	shift 2
	awk -f "$here/made.awk" >"$tmp/made"
	run nst-path "$@" "$tmp/made"
	is "$status" 0 "$what: status"
	is "$(jq -r 'select(.type == "path") | "\(.ts)+\(.dur) \(.args.kind)\(if .name then " " + .name else "" end)"' "$tmp/out" | paste -s -d ,)" "$wanted" "$what"
}

# Host:  LLLL        SSSSSSSSS     a kernel that is launched, and waited for
# GPU:       > kkkkkkkkkkk >
path 'a kernel and a synchronisation' '0+4 host call cudaLaunchKernel,4+2 launch delay k,6+10 kernel k,16+4 synchronisation cudaDeviceSynchronize' <<'END'
call 1 0 4 cudaLaunchKernel 1
work kernel 7 6 10 k 1 0 4
call 1 12 8 cudaDeviceSynchronize 2
sync Context 12 2
END
is "$(jq -c 'select(.critical) | [.type, .ts]' "$tmp/out" | paste -s -d ' ')" '["cuda-api",0] ["kernel",6] ["cuda-api",12]' 'its events are marked'

# Host:  LLLL....................SS     the kernel ended before the wait: nobody waited for it
# GPU:        kkkk
path 'a kernel that nobody waits for' '0+4 host call cudaLaunchKernel,4+16 host other,20+2 host call cudaDeviceSynchronize' <<'END'
call 1 0 4 cudaLaunchKernel 1
work kernel 7 5 4 k 1 0 4
call 1 20 2 cudaDeviceSynchronize 2
sync Context 20 2
END

# Host:  AABB          SSSSSS     two kernels on a stream: the launch of the second was early
# GPU:      aaaaaabbbbbb
path 'work in the order of a stream' '0+2 host call cudaLaunchKernel,2+1 launch delay a,3+6 kernel a,9+1 device gap b,10+6 kernel b,16+2 synchronisation cudaDeviceSynchronize' <<'END'
call 1 0 2 cudaLaunchKernel 1
call 1 2 2 cudaLaunchKernel 2
work kernel 7 3 6 a 1 0 2
work kernel 7 10 6 b 1 2 2
call 1 12 6 cudaDeviceSynchronize 3
sync Context 12 3
END

# Host:  AA........BB   SSS     a late launch
# GPU:      aaa         bbb
path 'a late launch' '0+2 host call cudaLaunchKernel,2+8 host other,10+2 host call cudaLaunchKernel,12+1 launch delay b,13+5 kernel b,18+2 synchronisation cudaStreamSynchronize' <<'END'
call 1 0 2 cudaLaunchKernel 1
work kernel 7 3 4 a 1 0 2
call 1 10 2 cudaLaunchKernel 2
work kernel 7 13 5 b 1 10 2
call 1 14 6 cudaStreamSynchronize 3
sync Stream 14 3 7
END

# Host:   AABBSSSSSSSSSSSSSSSS     two streams, the wait is for the device: the longer one counts
# 7:        aaaaaaaaaaaaa
# 8:          bbbbb
path 'two streams, a wait for the device' '0+2 host call cudaLaunchKernel,2+1 launch delay a,3+20 kernel a,23+1 synchronisation cudaDeviceSynchronize' <<'END'
call 1 0 2 cudaLaunchKernel 1
call 1 2 2 cudaLaunchKernel 2
work kernel 7 3 20 a 1 0 2
work kernel 8 5 9 b 1 2 2
call 1 4 20 cudaDeviceSynchronize 3
sync Context 4 3
END

# The same, but the wait is for stream 8 alone, and kernel a is not on the path
path 'two streams, a wait for one' '0+2 host call cudaLaunchKernel,2+2 host call cudaLaunchKernel,4+1 launch delay b,5+9 kernel b,14+1 synchronisation cudaStreamSynchronize,15+9 host range code' <<'END'
call 1 0 2 cudaLaunchKernel 1
call 1 2 2 cudaLaunchKernel 2
work kernel 7 3 20 a 1 0 2
work kernel 8 5 9 b 1 2 2
call 1 4 11 cudaStreamSynchronize 3
sync Stream 4 3 8
range 1 15 9 code
END

# 7:   aaaaaaa|record        an event makes stream 8 wait for stream 7
# 8:           > bbbb
path 'two streams and an event' '0+2 host call cudaLaunchKernel,2+1 launch delay a,3+10 kernel a,13+1 device gap b,14+5 kernel b,19+1 synchronisation cudaStreamSynchronize' <<'END'
call 1 0 2 cudaLaunchKernel 1
work kernel 7 3 10 a 1 0 2
record 7 2 21
call 1 4 1 cudaStreamWaitEvent 2
wait 8 4 21
call 1 5 1 cudaLaunchKernel 3
work kernel 8 14 5 b 1 5 1
call 1 6 14 cudaStreamSynchronize 4
sync Stream 6 4 8
END

# The same without a record of the event: the work of another stream that ended last is taken
path 'an event whose recording is unknown' '0+2 host call cudaLaunchKernel,2+1 launch delay a,3+10 kernel a,13+1 device gap b,14+5 kernel b,19+1 synchronisation cudaStreamSynchronize' <<'END'
call 1 0 2 cudaLaunchKernel 1
work kernel 7 3 10 a 1 0 2
call 1 4 1 cudaStreamWaitEvent 2
wait 8 4 -
call 1 5 1 cudaLaunchKernel 3
work kernel 8 14 5 b 1 5 1
call 1 6 14 cudaStreamSynchronize 4
sync Stream 6 4 8
END

# An event that was recorded before kernel c: b waits for a alone, although c ends later
path 'an event between two kernels' '0+1 host call cudaLaunchKernel,1+1 launch delay a,2+6 kernel a,8+1 device gap b,9+9 kernel b,18+2 synchronisation cudaStreamSynchronize' <<'END'
call 1 0 1 cudaLaunchKernel 1
work kernel 7 2 6 a 1 0 1
record 7 1 5
call 1 1 1 cudaLaunchKernel 2
work kernel 7 8 1 c 1 1 1
call 1 2 1 cudaStreamWaitEvent 3
wait 8 2 5
call 1 3 1 cudaLaunchKernel 4
work kernel 8 9 9 b 1 3 1
call 1 5 15 cudaStreamSynchronize 5
sync Stream 5 5 8
END

# Host:  CCCCCCCCCCC     a blocking copy: the call ends after it
# GPU:      ccccc
path 'a blocking copy' '0+3 launch delay Memcpy,3+5 copy Memcpy,8+3 synchronisation cudaMemcpy' <<'END'
call 1 0 11 cudaMemcpy 1
work memcpy 7 3 5 Memcpy 1 0 11 cudaMemcpy
END

# A blocking copy behind a kernel on its stream: the kernel is on the path, the launch of the copy
# is not
path 'a blocking copy behind a kernel' '0+1 host call cudaLaunchKernel,1+1 launch delay k,2+8 kernel k,10+1 device gap Memcpy,11+5 copy Memcpy,16+2 synchronisation cudaMemcpy' <<'END'
call 1 0 1 cudaLaunchKernel 1
work kernel 7 2 8 k 1 0 1
call 1 3 15 cudaMemcpy 2
work memcpy 7 11 5 Memcpy 1 3 15 cudaMemcpy
END

# An asynchronous copy of pinned memory that ends in its call did not block it; one of pageable
# memory did
path 'an asynchronous copy of pinned memory' '0+11 host call cudaMemcpyAsync' <<'END'
call 1 0 11 cudaMemcpyAsync 1
work memcpy 7 3 5 Memcpy 1 0 11 cudaMemcpyAsync ARG:src_kind="Pinned"
END
path 'an asynchronous copy of pageable memory' '0+3 launch delay Memcpy,3+5 copy Memcpy,8+3 synchronisation cudaMemcpyAsync' <<'END'
call 1 0 11 cudaMemcpyAsync 1
work memcpy 7 3 5 Memcpy 1 0 11 cudaMemcpyAsync ARG:src_kind="Pageable"
END

# Host:  [range  SSSS[osrt ioctl]S ]     calls of the system in a call of CUDA, and ranges around
# it, are no waits of their own
path 'nested synchronisation' '0+2 host call cudaLaunchKernel,2+1 launch delay k,3+12 kernel k,15+5 synchronisation cudaDeviceSynchronize,20+5 host range loop' <<'END'
range 1 0 25 loop
call 1 0 2 cudaLaunchKernel 1
work kernel 7 3 12 k 1 0 2
call 1 5 15 cudaDeviceSynchronize 2
osrt 1 6 12 ioctl
call 1 7 10 cuCtxSynchronize 3
sync Context 7 3
END

# A CUDA graph: its nodes run in its order; the launch is that of the graph
path 'a graph' '0+5 host call cudaGraphLaunch,5+1 launch delay Graph,6+20 graph Graph,26+2 synchronisation cudaStreamSynchronize' <<'END'
call 1 0 5 cudaGraphLaunch 1
work graph 7 6 20 Graph 1 0 5
call 1 7 21 cudaStreamSynchronize 2
sync Stream 7 2 7
END

# Nodes of a graph: a and b run beside each other, c waits for both
path 'nodes of a graph' '0+5 host call cudaGraphLaunch,5+1 launch delay a,6+9 kernel a,15+1 device gap c,16+4 kernel c,20+2 synchronisation cudaStreamSynchronize' <<'END'
call 1 0 5 cudaGraphLaunch 1
work kernel 7 6 9 a 1 0 5
work kernel 7 7 5 b 1 0 5
work kernel 7 16 4 c 1 0 5
call 1 7 15 cudaStreamSynchronize 2
sync Stream 7 2 7
END

# 1:  LL........JJJJ          thread 1 waits for a condition; thread 2 signals after its own work
# 2:  xxxxxxxxxxxx!
path 'a thread that waits for another' '0+10 host range x,10+2 synchronisation pthread_cond_wait,12+3 host call cudaLaunchKernel,15+1 launch delay k,16+2 kernel k' <<'END'
osrt 1 2 10 pthread_cond_wait
range 2 0 14 x
osrt 2 10 1 pthread_cond_signal
call 1 12 3 cudaLaunchKernel 1
work kernel 7 16 2 k 1 12 3
END

# The same without the signal: nothing tells what the thread waited for
path 'a wait without a signal' '0+2 host other,2+10 unknown pthread_cond_wait,12+3 host call cudaLaunchKernel,15+1 launch delay k,16+2 kernel k' <<'END'
range 3 0 1 other
osrt 1 2 10 pthread_cond_wait
call 1 12 3 cudaLaunchKernel 1
work kernel 7 16 2 k 1 12 3
END

path 'a semaphore' '0+9 host range y,9+3 synchronisation sem_wait,12+3 host call cudaLaunchKernel' <<'END'
osrt 1 1 11 sem_wait
range 2 0 14 y
osrt 2 9 1 sem_post
call 1 12 3 cudaLaunchKernel 1
END

path 'a lock' '0+9 host range y,9+3 synchronisation pthread_mutex_lock,12+3 host call cudaLaunchKernel' <<'END'
osrt 1 1 11 pthread_mutex_lock
range 2 0 14 y
osrt 2 9 1 pthread_mutex_unlock
call 1 12 3 cudaLaunchKernel 1
END

# A barrier is left by all when the last one enters it
path 'a barrier' '0+9 host range late,9+3 synchronisation pthread_barrier_wait,12+3 host call cudaLaunchKernel' <<'END'
osrt 1 1 11 pthread_barrier_wait
range 2 0 9 late
osrt 2 9 3 pthread_barrier_wait
call 1 12 3 cudaLaunchKernel 1
END

# 1:  cc     JJJJJJ      a thread is created, works, and is joined
# 2:    xxxxxxxx
path 'a thread that is created and joined' '0+1 host range main,1+1 host other,2+8 host range x,10+2 synchronisation pthread_join,12+3 host call cudaLaunchKernel,15+5 host call cudaGetDevice' <<'END'
range 1 0 20 main
osrt 1 1 1 pthread_create
range 2 2 8 x
osrt 1 5 7 pthread_join
call 1 12 3 cudaLaunchKernel 1
call 1 15 5 cudaGetDevice
END

# The default stream waits for blocking streams, and they for it
path 'the default stream' '0+1 host call cudaLaunchKernel,1+1 launch delay a,2+10 kernel a,12+1 device gap b,13+5 kernel b' <<'END'
stream 7 Null_stream
stream 8 Blocking_stream
call 1 0 1 cudaLaunchKernel 1
work kernel 8 2 10 a 1 0 1
call 1 2 1 cudaLaunchKernel 2
work kernel 7 13 5 b 1 2 1
END

path 'a stream that waits for the default stream' '0+1 host call cudaLaunchKernel,1+1 launch delay a,2+10 kernel a,12+1 device gap b,13+5 kernel b' <<'END'
stream 7 Null_stream
stream 8 Blocking_stream
call 1 0 1 cudaLaunchKernel 1
work kernel 7 2 10 a 1 0 1
call 1 2 1 cudaLaunchKernel 2
work kernel 8 13 5 b 1 2 1
END

# A non-blocking stream does not: b had a slow launch
path 'a non-blocking stream' '0+1 host call cudaLaunchKernel,1+1 host other,2+1 host call cudaLaunchKernel,3+10 launch delay b,13+5 kernel b' <<'END'
stream 7 Null_stream
stream 8 Non-blocking_stream
call 1 0 1 cudaLaunchKernel 1
work kernel 7 2 10 a 1 0 1
call 1 2 1 cudaLaunchKernel 2
work kernel 8 13 5 b 1 2 1
END

# b begins 20 us after its launch, when a on another stream is done: the device was busy
path 'a busy device' '0+1000 host call cudaLaunchKernel,1000+1000 launch delay a,2000+20000 kernel a,22000+1000 device gap b,23000+5000 kernel b' <<'END'
call 1 0 1000 cudaLaunchKernel 1
work kernel 7 2000 20000 a 1 0 1000
call 1 2000 1000 cudaLaunchKernel 2
work kernel 8 23000 5000 b 1 2000 1000
END

# Memory is freed: CUDA waits until the device is idle
path 'memory that is freed' '0+1 host call cudaLaunchKernel,1+1 launch delay a,2+10 kernel a,12+4 synchronisation cudaFree' <<'END'
call 1 0 1 cudaLaunchKernel 1
work kernel 7 2 10 a 1 0 1
call 1 3 13 cudaFree 2
END
path 'memory that is freed while work goes on' '0+1 host call cudaLaunchKernel,1+1 host call cudaLaunchKernel,2+1 host other,3+13 host call cudaFree,16+14 host range code' <<'END'
call 1 0 1 cudaLaunchKernel 1
work kernel 7 2 10 a 1 0 1
call 1 1 1 cudaLaunchKernel 2
work kernel 8 2 20 b 1 1 1
call 1 3 13 cudaFree 3
range 1 16 14 code
END

# Work without a launch: the order of the stream is all that is known; and nothing before the first
path 'work without launches' '0+5 kernel a,5+20000 unknown b,20005+5 kernel b,20010+1 device gap c,20011+4 kernel c' <<'END'
work kernel 7 0 5 a
work kernel 7 20005 5 b
work kernel 7 20011 4 c
END
is "$(cat "$tmp/err")" "nst-path: $tmp/made: no launch of GPU work is known: put nst-link before this program" 'and a message'
path 'a window that begins before all that is known' '0+3 unknown a,3+5 kernel a' <<'END'
range 1 0 2 x
work kernel 7 3 5 a
END

# rank 0 (process 1):  NNNNNNNN      a collective: rank 1 came last, since it computed for longer
# rank 1 (process 2):  kkkkkNNN
path 'a slow rank' '0+1 host call cudaLaunchKernel,1+1 launch delay k,2+8 kernel k,10+1 device gap ncclAllReduce,11+9 communication ncclAllReduce' <<'END'
call 1 0 1 cudaLaunchKernel 1
work kernel 7 3 17 ncclAllReduce 1 0 1 ARG:wait=8 ARG:last_pid=2
PID=2 call 9 0 1 cudaLaunchKernel 1
PID=2 work kernel 7 2 8 k 9 0 1
PID=2 call 9 1 1 cudaLaunchKernel 2
PID=2 work kernel 7 11 9 ncclAllReduce 9 1 1 ARG:wait=0 ARG:last_pid=2
END
path 'a rank that is not in the stream' '0+1 host call cudaLaunchKernel,1+2 launch delay ncclAllReduce,3+8 rank wait ncclAllReduce,11+9 communication ncclAllReduce' <<'END'
call 1 0 1 cudaLaunchKernel 1
work kernel 7 3 17 ncclAllReduce 1 0 1 ARG:wait=8 ARG:last_pid=2
END
path 'a call that waits for a rank' '0+10 host range late,10+5 communication MPI_Barrier,15+5 host call cudaLaunchKernel' <<'END'
mpi 1 1 14 MPI_Barrier ARG:wait=9 ARG:last_pid=2
call 1 15 5 cudaLaunchKernel 1
PID=2 range 9 0 10 late
PID=2 mpi 9 10 4 MPI_Barrier ARG:wait=0 ARG:last_pid=2
END

# A watchdog that only polls is no end of the path, although it is active last
path 'a thread that polls' '0+2 host call cudaLaunchKernel,2+1 launch delay k,3+9 kernel k,12+2 synchronisation cudaDeviceSynchronize,14+86 host other' <<'END'
call 1 0 2 cudaLaunchKernel 1
work kernel 7 3 9 k 1 0 2
call 1 4 10 cudaDeviceSynchronize 2
sync Context 4 2
call 2 50 1 cudaEventQuery 3
call 2 99 1 cudaEventQuery 4
END

# Without GPU work the path is on the thread with ranges that was active last
path 'a profile without GPU work' '0+4 host range a,4+6 host other,10+5 host range b,15+15 host other' <<'END'
range 1 0 4 a
range 1 10 5 b
osrt 2 0 30 poll
END

path 'nothing' '' </dev/null
finish
