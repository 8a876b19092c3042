"""Kernels and rules as machine code: PTX for a graphics card, or code of this processor.

`layout.compiler.lowering` writes LLVM code of both; here are the few instructions that the rules lack, and what LLVM
makes of them. A kernel's address is `kernel(frame, first, last, thread, threads)`; in PTX, where threads know their
numbers, it is `kernel(frame, first, last)`.
"""

# mypy: disable-error-code="no-untyped-call"

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import Any, Final, Protocol

import attrs
import llvmlite.binding as llvm  # type: ignore[import-untyped]
from llvmlite import ir

from gamekit.device.rules_source import RulesSource
from gamekit.device.words import NAMES
from gamekit.layout.compiler.instructions import ADDRESS, TABLE, WORD, entry, load64
from gamekit.layout.compiler.lowered_values import Routine
from gamekit.layout.compiler.lowering import Code

GLOBAL: Final = ir.IntType(8).as_pointer(1)
"""The address of memory that all threads of a card share."""

REGISTERS: Final = "llvm.nvvm.read.ptx.sreg."

CARD: Final = "nvptx64-nvidia-cuda"
OLDEST: Final = "sm_70"
"""The oldest card for which kernels are written (Volta, 2017): the driver translates them for any newer one."""


class Target(Protocol):
    """What a kernel is written for."""

    inlines_all: bool
    triple: str

    def address(self, builder: Any, value: Any) -> Any:
        """Return the address that a number is."""

    def entry_point(self, module: Any, name: str) -> tuple[Any, list[Any]]:
        """Return a new function of a module, and its builder's arguments for a kernel."""


@attrs.frozen
class Card:
    """Kernels for a graphics card of NVIDIA's, as PTX."""

    inlines_all = True
    triple = CARD

    def address(self, builder: Any, value: Any) -> Any:
        return builder.addrspacecast(builder.inttoptr(value, GLOBAL), ADDRESS)

    def entry_point(self, module: Any, name: str) -> tuple[Any, list[Any]]:
        function = ir.Function(module, ir.FunctionType(ir.VoidType(), [WORD] * 3), name)
        function.calling_convention = "ptx_kernel"
        builder = ir.IRBuilder(function.append_basic_block())

        def register(register_name: str) -> Any:
            known = module.globals.get(REGISTERS + register_name)
            read = known or ir.Function(
                module, ir.FunctionType(ir.IntType(32), []), REGISTERS + register_name
            )
            return builder.zext(builder.call(read, []), WORD)

        block_size = register("ntid.x")
        thread = builder.add(builder.mul(register("ctaid.x"), block_size), register("tid.x"))
        return builder, [*function.args, thread, builder.mul(register("nctaid.x"), block_size)]


@attrs.frozen
class Processor:
    """Kernels for this processor, which runs the threads of a card one after the other, or side by side."""

    inlines_all = False
    triple = property(lambda _: llvm.get_default_triple())

    def address(self, builder: Any, value: Any) -> Any:
        return builder.inttoptr(value, ADDRESS)

    def entry_point(self, module: Any, name: str) -> tuple[Any, list[Any]]:
        function = ir.Function(module, ir.FunctionType(ir.VoidType(), [WORD] * 5), name)
        return ir.IRBuilder(function.append_basic_block()), list(function.args)


# --- instructions that rules lack ------------------------------------------------------------------------------------


def add(builder: Any, p: Any, i: Any, value: Any) -> Any:
    """Add to item i of an array of words, undivided by other threads, and return the item as it was."""
    return builder.atomic_rmw("add", entry(builder, p, i, WORD), value, "monotonic")


def most(builder: Any, p: Any, i: Any, value: Any) -> Any:
    """Make item i of an array of words at least a value, and return the item as it was."""
    return builder.atomic_rmw("max", entry(builder, p, i, WORD), value, "monotonic")


def swap(builder: Any, p: Any, i: Any, expected: Any, value: Any) -> Any:
    """Give item i of an array of words a value if it is the expected one, and return the item as it was."""
    place = entry(builder, p, i, WORD)
    return builder.extract_value(builder.cmpxchg(place, expected, value, "monotonic", "monotonic"), 0)


def array(target: Target, builder: Any, p: Any, i: Any) -> Any:
    """Return the array whose address is item i of an array of words."""
    return target.address(builder, load64(builder, p, i))


def array_of(target: Target, builder: Any, p: Any, i: Any, tier: Any) -> Any:
    """Return the array of a tier, whose address is in the array of words whose address is item i of another."""
    return array(target, builder, array(target, builder, p, i), tier)


INSTRUCTIONS: Final[dict[str, Callable[..., Any]]] = {
    "g_add": add,
    "g_max": most,
    "g_swap64": swap,
    **{
        f"k_{name}": instruction.write
        for name, instruction in TABLE.items()
        if name.startswith(("load", "store"))
    },
}


# --- from rules to code ----------------------------------------------------------------------------------------------


def lowered(source: RulesSource, kernels: Sequence[str], target: Target) -> Any:
    """Return the LLVM module with some kernels over the rules of a game."""
    rules: dict[str, Any] = {"__name__": "rules_on_a_device"}
    exec(compile(source.rules, "<rules on a device>", "exec"), rules)
    names = {name: value for name, value in rules.items() if name.startswith("k_") or name == "NOT_OVER"}
    names |= NAMES | source.constants | INSTRUCTIONS
    names |= {"g_array": partial(array, target), "g_array_of": partial(array_of, target)}
    exec(compile(source.kernels, "<kernels of a device>", "exec"), names)
    trees = _functions(source.rules)
    for name, tree in _functions(source.kernels).items():
        trees[name], names[name] = tree, Routine(names[name], is_inlined=target.inlines_all)
    module = ir.Module("rules")
    module.triple = target.triple
    code = Code(module, trees)
    for name in kernels:
        builder, arguments = target.entry_point(module, name)
        frame = target.address(builder, arguments[0])
        code.call(builder, names[f"g_{name}"], [frame, *arguments[1:]])
        builder.ret_void()
    if target.inlines_all:
        for value in module.globals.values():
            if isinstance(value, ir.Function) and value.blocks and value.linkage == "internal":
                value.attributes.add("alwaysinline")
    return module


def _functions(text: str) -> dict[str, ast.FunctionDef]:
    return {node.name: node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)}


def _optimised(module: Any, machine: Any, level: int) -> Any:
    module.data_layout = str(machine.target_data)
    parsed = llvm.parse_assembly(str(module))
    parsed.verify()
    passes = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=level))
    passes.getModulePassManager().run(parsed, passes)
    return parsed


@cache
def _ready() -> None:
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()


def ptx(source: RulesSource, kernels: Sequence[str]) -> str:
    """Return kernels over the rules of a game as PTX, which the driver of a card translates.

    It is the same text in each process, so that the driver finds what it has translated before.
    """
    _ready()
    machine = llvm.Target.from_triple(CARD).create_target_machine(cpu=OLDEST, features="+ptx70", opt=3)
    text: str = machine.emit_assembly(_optimised(lowered(source, kernels, Card()), machine, level=3))
    numbers: dict[str, int] = {}  # tables are named after their addresses in this process
    return re.sub(r"\btable_\$_\d+", lambda name: f"table_{numbers.setdefault(name[0], len(numbers))}", text)


def machine_code(source: RulesSource, kernels: Sequence[str]) -> tuple[Any, dict[str, int]]:
    """Return an engine that holds kernels as code of this processor, and their addresses by name."""
    _ready()
    target = llvm.Target.from_default_triple()
    # made soon rather than fast, as it is for tests
    machine = target.create_target_machine(cpu=llvm.get_host_cpu_name(), opt=0, codemodel="jitdefault")
    module = _optimised(lowered(source, kernels, Processor()), machine, level=1)
    engine = llvm.create_mcjit_compiler(module, machine)
    engine.finalize_object()
    return engine, {name: engine.get_function_address(name) for name in kernels}
