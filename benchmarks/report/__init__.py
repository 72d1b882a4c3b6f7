# SPDX-License-Identifier: MIT
"""What benchmarks/compare is made of: rows, tables, the issue's figures, the page."""
