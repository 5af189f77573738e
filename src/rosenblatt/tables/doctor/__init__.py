"""What a careful person would notice in a table before learning from it.

:func:`examine` reads columns as they are meant, leaves out those that cannot help, and says so.
"""

from rosenblatt.tables.doctor.equal_rows import equal_row_groups
from rosenblatt.tables.doctor.examining import examine
from rosenblatt.tables.doctor.finding import Finding
from rosenblatt.tables.doctor.wishes import Wishes

__all__ = ["Finding", "Wishes", "equal_row_groups", "examine"]
