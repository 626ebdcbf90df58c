"""Tests, in folders with the names of the sources. What concerns several folders of sources is in this one."""
