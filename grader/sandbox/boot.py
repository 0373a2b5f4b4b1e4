"""The first file of an interpreter for student code: ``python -I -S boot.py ROLE SEARCH_PATH ARGUMENT``.

Our few modules get a package name of their own, so that no submitted file can take their place and the rest
of the package stays out of reach.
"""

import importlib
import os
import sys
import types

package = types.ModuleType("_sandbox")
package.__path__ = [os.path.dirname(os.path.abspath(__file__))]
sys.modules["_sandbox"] = package
sys.path.extend(sys.argv[2].split(os.pathsep))
os.environ.pop("LD_BIND_NOW", None)  # it has done what it is for, and is no business of a student's
role = sys.argv[1]
del sys.argv[1:3]
importlib.import_module(f"_sandbox.{role}").main()
