import bz2, struct, sys, zlib
packer = bz2.BZ2Compressor()
data = packer.compress(bytes(40 << 20)) + packer.flush()
size, name = 40 << 20, b'submission.py'
common = struct.pack('<HHHLLLHH', 12, 0, 0, 0, len(data), size, len(name), 0)
local = b'PK\3\4' + struct.pack('<HH', 46, 0) + common + name
central = b'PK\1\2' + struct.pack('<HHH', 46, 46, 0) + common + struct.pack('<HHHLL', 0, 0, 0, 0, 0) + name
end = b'PK\5\6' + struct.pack('<HHHHLLH', 0, 0, 1, 1, len(central), len(local) + len(data), 0)
open(sys.argv[1] + '/submission.zip', 'wb').write(local + data + central + end)
