"""The compiled core: rules, rows, keepers and the loop over them."""

from collections.abc import Sequence
import enum
from typing import Annotated, overload

import numpy
from numpy.typing import NDArray


def encode_small(labels: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], codes: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')]) -> NDArray[numpy.int64]:
    """
    Distinct labels in rising order, the number of each label written to codes; empty if they span too wide a range.
    """

class Perceptron:
    def __init__(self, tau: float = 0.0, lam: float = 0.0, eta0: float = 1.0, alpha: float = float('inf'), tau_negative: float | None = None) -> None: ...

class PassiveAggressive:
    def __init__(self, c: float = 1.0, squared: bool = False) -> None: ...

class Gradient:
    def __init__(self, tau: float = 1.0, residual: bool = False, eta0: float = 0.002, decay: float = 0.0) -> None: ...

class Alma:
    def __init__(self, alpha: float, b: float, c: float) -> None: ...

class Ballseptron:
    def __init__(self, radius: float = 0.0) -> None: ...

class Norma:
    def __init__(self, lam: float = 0.0001, eta0: float = 0.01, decay: float = 0.0, nu: float = 0.0, rho: float = 1.0) -> None: ...

class Romma:
    def __init__(self, tau: float = 0.0, floor: float = 0.0001) -> None: ...

def use(instructions: str) -> None:
    """Choose the instruction set: best or portable."""

def instructions() -> str: ...

class Order(enum.Enum):
    cyclic = 0

    shuffled = 1

    random = 2

    content = 3

class Table:
    def look(self) -> object: ...

    @property
    def largest(self) -> float: ...

    @property
    def smallest(self) -> float: ...

    @property
    def canonical(self) -> bool: ...

    @property
    def norm2(self) -> NDArray[numpy.float64]: ...

    def arrange(self, labels: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None, subset: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None, order: Order = Order.cyclic, seed: int = 0) -> Problem: ...

@overload
def dense(x: Annotated[NDArray[numpy.float32], dict(shape=(None, None), device='cpu', writable=False)]) -> Table: ...

@overload
def dense(x: Annotated[NDArray[numpy.float64], dict(shape=(None, None), device='cpu', writable=False)]) -> Table: ...

@overload
def csr(values: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], columns: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], starts: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], dim: int) -> Table: ...

@overload
def csr(values: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], columns: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], starts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], dim: int) -> Table: ...

@overload
def csr(values: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], columns: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], starts: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], dim: int) -> Table: ...

@overload
def csr(values: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], columns: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], starts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], dim: int) -> Table: ...

class Problem:
    @property
    def size(self) -> int: ...

    @property
    def contradictions(self) -> int: ...

    @property
    def mean_squared_norm(self) -> float: ...

    @property
    def rows(self) -> NDArray[numpy.int64]: ...

    @property
    def weights(self) -> NDArray[numpy.float64]: ...

    @property
    def times(self) -> NDArray[numpy.int64]: ...

    def pass_order(self, number: int) -> NDArray[numpy.int64]:
        """Example numbers in the order a pass visits them."""

class Keeper(enum.Enum):
    last = 0

    longest = 1

    pocket = 2

    averaged = 3

class Training:
    @property
    def done(self) -> bool: ...

    @property
    def groups(self) -> int: ...

    def run(self, passes: int, seconds: float | None = None) -> str: ...

    def passes(self, arg: int, /) -> int: ...

    def reason(self, arg: int, /) -> str: ...

    def hypothesis(self, arg0: int, arg1: Keeper, /) -> NDArray[numpy.float64]: ...

    def votes(self, arg: int, /) -> tuple: ...

    def record(self, lane: int, joint: bool = False) -> dict: ...

    def error_evaluations(self, arg: int, /) -> int: ...

    def updates(self, arg: int, /) -> NDArray[numpy.int64]: ...

    def mistakes(self, arg: int, /) -> NDArray[numpy.int64]: ...

    def add_counts(self, group: int, out: Annotated[NDArray[numpy.int64], dict(shape=(None,), device='cpu')]) -> None: ...

def train(problem: Problem, rules: Sequence[Perceptron | PassiveAggressive | Gradient | Romma | Alma | Norma | Ballseptron], positives: Sequence[int], keepers: Sequence[str], start: Sequence[dict], constant2: float, joint: bool = False, resample: bool = False, max_passes: int = 1, threads: int = 1, glances: bool | None = None) -> Training: ...

def vote(products: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], row: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], keep: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], step: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], run: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], start_run: float, scores: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')], sums: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')]) -> None: ...

def vote_joint(products: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], row: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], raised: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], lowered: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], keep: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], step: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], run: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], start_run: float, scores: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu')], sums: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu')]) -> None: ...

class Directions(enum.Enum):
    uniform = 0

    gaussian = 1

    coordinate = 2

    gradient = 3

    mixed = 4

class Method(enum.Enum):
    buckets = 0

    sort = 1

class DescentOptions:
    def __init__(self, *, directions: Directions = Directions.uniform, bias_direction: bool = True, orthogonal: bool = False, two_sided: bool = False, intercept: bool = True, perturb: bool = False, epochs: int = 2000, history: bool = True, method: Method = Method.buckets) -> None: ...

class Descent:
    def __init__(self, labels: Annotated[NDArray[numpy.int8], dict(shape=(None,), order='C', device='cpu', writable=False)], start: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None, subset: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None, options: DescentOptions = ..., seed: int = 0) -> None: ...

def descend(table: Table, descents: Sequence[Descent], threads: int = 1, seconds: float = float('inf')) -> list:
    """
    Solve all; (weights, error, epochs, reason, history) of each, the bias first.
    """

@overload
def search_line(s: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], delta: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], y: Annotated[NDArray[numpy.int8], dict(shape=(None,), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None, method: Method = Method.buckets, two_sided: bool = False, pick: float = 0.0) -> tuple:
    """(low, high, error, flipped, alpha) of one exact line search."""

@overload
def search_line(s: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], delta: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], y: Annotated[NDArray[numpy.int8], dict(shape=(None,), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None, method: Method = Method.buckets, two_sided: bool = False, pick: float = 0.0) -> tuple: ...

def search_direction(options: DescentOptions, seed: int, dim: int, epoch: int) -> NDArray[numpy.float64]: ...

def quantise(weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> tuple:
    """(whole numbers, their scale)"""

class Boosting:
    def __init__(self, codes: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], classes: int, weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    def lesson(self) -> NDArray[numpy.float64]: ...

    def sample(self, seed: int) -> NDArray[numpy.int64]: ...

    def take(self, predicted: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> bool: ...

    @property
    def rounds(self) -> int: ...

    @property
    def last_error(self) -> float: ...

    @property
    def errors(self) -> NDArray[numpy.float64]: ...

    @property
    def alphas(self) -> NDArray[numpy.float64]: ...

    @property
    def vote_errors(self) -> NDArray[numpy.float64]: ...

class PassOptions:
    def __init__(self, *, rule: Perceptron | PassiveAggressive | Gradient | Romma | Alma | Norma | Ballseptron, positives: Sequence[int], keeper: Keeper, order: Order, constant2: float | None = None, joint: bool = False, resample: bool = False, max_passes: int = 1) -> None: ...

def boost_descents(boosting: Boosting, table: Table, resample: bool, seeds: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], positives: Sequence[int], options: DescentOptions) -> tuple:
    """
    Boost coordinate descents: (hyperplanes, epochs, whether every round was taken).
    """

def boost_passes(boosting: Boosting, table: Table, resample: bool, seeds: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], options: PassOptions) -> tuple:
    """The same for learners that visit row by row."""
