# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
"""Accepts and rejects the same id, over librdmacm; see reject-after-accept.sh."""

import ctypes
import socket
import struct
import sys
import time

RDMA_PS_TCP = 0x0106

cm = ctypes.CDLL("librdmacm.so.1", use_errno=True)
cm.rdma_create_event_channel.restype = ctypes.c_void_p
cm.rdma_event_str.restype = ctypes.c_char_p


class Event(ctypes.Structure):
    """The beginning of struct rdma_cm_event."""

    _fields_ = [
        ("id", ctypes.c_void_p),
        ("listen_id", ctypes.c_void_p),
        ("event", ctypes.c_int),
        ("status", ctypes.c_int),
    ]


class ConnParam(ctypes.Structure):
    """struct rdma_conn_param."""

    _fields_ = [
        ("private_data", ctypes.c_void_p),
        ("private_data_len", ctypes.c_uint8),
        ("responder_resources", ctypes.c_uint8),
        ("initiator_depth", ctypes.c_uint8),
        ("flow_control", ctypes.c_uint8),
        ("retry_count", ctypes.c_uint8),
        ("rnr_retry_count", ctypes.c_uint8),
        ("srq", ctypes.c_uint8),
        ("qp_num", ctypes.c_uint32),
    ]


def call(name, *args):
    """Calls librdmacm, and ends the program if that fails."""
    if getattr(cm, name)(*args) != 0:
        sys.exit(f"{name}: errno {ctypes.get_errno()}")


def sockaddr(address, port):
    """An IPv4 socket address."""
    family = struct.pack("=H", socket.AF_INET)
    text = family + struct.pack(">H", port) + socket.inet_aton(address) + bytes(8)
    return ctypes.create_string_buffer(text, len(text))


def create():
    """A channel and an id on it."""
    channel = ctypes.c_void_p(cm.rdma_create_event_channel())
    cm_id = ctypes.c_void_p()
    call("rdma_create_id", channel, ctypes.byref(cm_id), None, RDMA_PS_TCP)
    return channel, cm_id


def wait(channel):
    """The id and the name of the next event, which is acknowledged."""
    event = ctypes.POINTER(Event)()
    call("rdma_get_cm_event", channel, ctypes.byref(event))
    cm_id, number = event.contents.id, event.contents.event
    name = cm.rdma_event_str(number).decode()
    call("rdma_ack_cm_event", event)
    return ctypes.c_void_p(cm_id), name


def say(*words):
    """A line at once."""
    print(*words, flush=True)


def param():
    """Connection parameters for a queue pair that does not exist."""
    return ctypes.byref(ConnParam(qp_num=77, retry_count=7, rnr_retry_count=7))


def listen(address, port):
    """Accepts the first request, rejects it, and destroys its id."""
    channel, listener = create()
    call("rdma_bind_addr", listener, sockaddr(address, port))
    call("rdma_listen", listener, 1)
    say("listening")
    cm_id, name = wait(channel)
    say("event", name)
    call("rdma_accept", cm_id, param())
    call("rdma_reject", cm_id, None, 0)
    say("rejected", name)
    start = time.monotonic()
    call("rdma_destroy_id", cm_id)
    say("destroyed", f"{time.monotonic() - start:.1f}")


def connect(address, source, port):
    """Connects and tells every event."""
    channel, cm_id = create()
    to = sockaddr(address, port)
    call("rdma_resolve_addr", cm_id, sockaddr(source, 0), to, 2000)
    wait(channel)
    call("rdma_resolve_route", cm_id, 2000)
    wait(channel)
    call("rdma_connect", cm_id, param())
    while True:
        say(wait(channel)[1])


if sys.argv[1] == "listen":
    listen(sys.argv[2], int(sys.argv[4]))
else:
    connect(sys.argv[2], sys.argv[3], int(sys.argv[4]))
