import os, sys
place = os.fsencode(sys.argv[1])
open(place + b'/submission.py', 'w').write('def attention(Q, K, V): return V')
for name in (b'\xff\xfe.py', b'a\nb.py', b'\x1b[2J.py', '\u202eyp.live.py'.encode(), b'::error::.py', b'submission.py .py', b'CON.py'):
    open(place + b'/' + name, 'w').write('print("LEAK imported")')
    os.utime(place + b'/' + name, (-2**31, 2**33))
os.mkdir(place + b'/submission')
open(place + b'/submission/__init__.py', 'w').write('print("LEAK imported")')
with open(place + b'/hole.py', 'wb') as file: file.truncate(1 << 40)
