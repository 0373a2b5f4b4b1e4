import importlib.util, marshal, os, py_compile, sys
place = sys.argv[1]
open(place + '/submission.py', 'w').write('import json, colorsys, numpy.fft\ndef attention(Q, K, V): return V')
source = place + '/evil.py'
open(source, 'w').write('print("LEAK imported")')
for name in ('__pycache__/submission', '__pycache__/colorsys', '_sandbox/__pycache__/child', 'encodings/__pycache__/rot_13', 'numpy/__pycache__/__init__'):
    path = f'{place}/{name}.{sys.implementation.cache_tag}.pyc'
    os.makedirs(os.path.dirname(path), exist_ok=True)
    py_compile.compile(source, path, invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
for name in ('colorsys.py', 'encodings/latin_1.py', 'json/__init__.py', 'msgspec.py', '_sandbox/wire.py', 'sitecustomize.py'):
    os.makedirs(os.path.dirname(f'{place}/{name}') or place, exist_ok=True)
    open(f'{place}/{name}', 'w').write('print("LEAK imported")')
open(place + '/mine.pth', 'w').write('import os; print("LEAK pth")')
