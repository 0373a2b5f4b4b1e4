import sys
with open(sys.argv[1]+'/submission.py','wb') as work: work.truncate(1<<40)
