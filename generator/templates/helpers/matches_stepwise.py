# uses: exceeded
from typing import Any


def matches_stepwise(program: Any, subject: str) -> bool:
    """Whether the program matches somewhere (ECMA-262 22.2.2), within 500,000 steps."""
    groups, registers, instructions = program
    steps = 500_000
    for start in range(len(subject) + 1):
        first = (0, start, (None,) * (groups + 1), (None,) * registers, None)
        steps = steps_left_after(instructions, subject, first, steps)
        if steps < 0:
            return True
    return False


def steps_left_after(instructions: Any, subject: str, first: Any, steps: int) -> int:
    """One attempt: what is left of `steps`, or -1 where it matched."""
    later = [first]
    while later:
        index, at, captures, registers, looks = later.pop()
        while index >= 0:
            if steps <= 0:
                raise ExecutionFailure("pattern_steps")
            steps -= 1
            instruction = instructions[index]
            operation = instruction[0]
            index += 1
            if operation == "code" or operation == "reference" or operation == "place":
                at = position_after(instruction, subject, at, captures)
                if at < 0:
                    break
            elif operation == "split":
                later.append((instruction[2], at, captures, registers, looks))
                index = instruction[1]
            elif operation == "jump":
                index = instruction[1]
            elif operation == "look":
                looks = (len(later), at, looks)
                if instruction[1]:
                    later.append((instruction[2], at, captures, registers, looks[2]))
            elif operation == "seen":
                del later[looks[0] :]
                if instruction[1]:
                    break
                at = looks[1]
                looks = looks[2]
            elif operation == "matched":
                return -1
            else:
                index, captures, registers = loop_state_after(
                    instruction, index, at, captures, registers, looks, later
                )
    return steps


def position_after(instruction: Any, subject: str, at: int, captures: Any) -> int:
    """Where the text goes on after a code point, a reference or a place, or -1."""
    if instruction[0] == "place":
        before = (
            at > 0
            and subject[at - 1].isascii()
            and (subject[at - 1].isalnum() or subject[at - 1] == "_")
        )
        after = (
            at < len(subject)
            and subject[at].isascii()
            and (subject[at].isalnum() or subject[at] == "_")
        )
        places = {
            "start": at == 0,
            "end": at == len(subject),
            "word_boundary": before != after,
        }
        return at if places.get(instruction[1], before == after) else -1
    if instruction[0] == "code":
        index = at - 1 if instruction[2] else at
        if index < 0 or index >= len(subject):
            return -1
        code = ord(subject[index])
        for low, high in instruction[1]:
            if low <= code <= high:
                return index if instruction[2] else index + 1
        return -1
    text = ""
    for group in instruction[1]:
        if captures[group] is not None:
            text = subject[captures[group][0] : captures[group][1]]
    if instruction[2]:
        return at - len(text) if subject[:at].endswith(text) else -1
    return at + len(text) if subject.startswith(text, at) else -1


def loop_state_after(
    instruction: Any,
    index: int,
    at: int,
    captures: Any,
    registers: Any,
    looks: Any,
    later: list[Any],
) -> tuple[int, Any, Any]:
    """The next instruction (-1: none) and the state after a group's edge or a loop."""
    operation = instruction[0]
    if operation == "open":
        return index, captures, replaced(registers, instruction[1], at)
    if operation == "close":
        began = registers[instruction[2]]
        return (
            index,
            replaced(
                captures, instruction[1], (at, began) if instruction[3] else (began, at)
            ),
            registers,
        )
    register = instruction[1]
    if operation == "enter":
        return index, captures, replaced(registers, register, (0, -1))
    count, began = registers[register]
    if operation == "again":
        # ECMA-262 22.2.2.3.1: past the least number, a round must consume something.
        is_idle = count >= instruction[2] and at == began
        return (
            -1 if is_idle else instruction[3],
            captures,
            replaced(registers, register, (count + 1, began)),
        )
    least, most, is_lazy, groups, leave = instruction[2:]
    fresh = tuple(
        None if group in groups else captured for group, captured in enumerate(captures)
    )
    rounds = replaced(registers, register, (count, at))
    if count < least:
        return index, fresh, rounds
    if most is not None and count >= most:
        return leave, captures, registers
    if is_lazy:
        later.append((index, at, fresh, rounds, looks))
        return leave, captures, registers
    later.append((leave, at, captures, registers, looks))
    return index, fresh, rounds


def replaced(values: Any, index: int, value: Any) -> Any:
    """`values` with another one at `index`."""
    return (*values[:index], value, *values[index + 1 :])
