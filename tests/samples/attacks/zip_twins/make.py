import sys, zipfile
with zipfile.ZipFile(sys.argv[1] + '/submission.zip', 'w') as archive:
    for name in ('submission.py', 'Submission.PY', 'h\u00e9lp.py', 'he\u0301lp.py'): archive.writestr(name, 'x = 1')
