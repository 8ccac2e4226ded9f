# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
"""Asks a device for a queue pair that it has no memory for; see rxe-failed-qp.sh."""

import ctypes
import sys

POINTER = ctypes.c_void_p
IBV_QPT_RC = 2

verbs = ctypes.CDLL("libibverbs.so.1", use_errno=True)
verbs.ibv_get_device_name.restype = ctypes.c_char_p


class InitAttr(ctypes.Structure):
    """struct ibv_qp_init_attr."""

    _fields_ = [
        ("qp_context", POINTER),
        ("send_cq", POINTER),
        ("recv_cq", POINTER),
        ("srq", POINTER),
        ("max_send_wr", ctypes.c_uint32),
        ("max_recv_wr", ctypes.c_uint32),
        ("max_send_sge", ctypes.c_uint32),
        ("max_recv_sge", ctypes.c_uint32),
        ("max_inline_data", ctypes.c_uint32),
        ("qp_type", ctypes.c_int),
        ("sq_sig_all", ctypes.c_int),
    ]


def make(name, *args):
    """Calls libibverbs, and ends the program if that makes nothing."""
    function = getattr(verbs, name)
    function.restype = POINTER
    made = function(*args)
    if not made:
        sys.exit(f"{name}: errno {ctypes.get_errno()}")
    return POINTER(made)


def device(name):
    """The device of that name."""
    devices = ctypes.cast(make("ibv_get_device_list", None), ctypes.POINTER(POINTER))
    i = 0
    while devices[i]:
        if verbs.ibv_get_device_name(POINTER(devices[i])).decode() == name:
            return POINTER(devices[i])
        i += 1
    sys.exit(f"no device {name}")


context = make("ibv_open_device", device(sys.argv[1]))
pd = make("ibv_alloc_pd", context)
cq = make("ibv_create_cq", context, 1, None, None, 0)
attr = InitAttr(
    send_cq=cq,
    recv_cq=cq,
    max_send_wr=int(sys.argv[2]),
    max_recv_wr=1,
    max_send_sge=32,
    max_recv_sge=1,
    qp_type=IBV_QPT_RC,
)
make("ibv_create_qp", pd, ctypes.byref(attr))
print("created")
