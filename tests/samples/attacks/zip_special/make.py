import stat, sys, zipfile
with zipfile.ZipFile(sys.argv[1] + '/submission.zip', 'w') as archive:
    archive.writestr('submission.py', 'def attention(Q, K, V): return V')
    for name, mode in (('link.py', stat.S_IFLNK), ('null.py', stat.S_IFCHR), ('pipe.py', stat.S_IFIFO)):
        entry = zipfile.ZipInfo(name); entry.create_system = 3; entry.external_attr = (mode | 0o777) << 16
        archive.writestr(entry, '/CANARY/results/results.json')
