import io, sys, zipfile
target = io.BytesIO()
with zipfile.ZipFile(target, 'w') as archive: archive.writestr('submission.py', 'x = 1')
data = bytearray(target.getvalue())
data[30:43] = b'submissiom.py'
open(sys.argv[1] + '/submission.zip', 'wb').write(data)
