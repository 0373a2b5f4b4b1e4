import os, sys
place = sys.argv[1]
os.symlink('/CANARY/hidden_tests', place + '/tests_of_mine')
os.symlink('/CANARY/results/results.json', place + '/answers.py')
os.mkfifo(place + '/pipe.py')
open(place + '/submission.py', 'w').write('import tests_of_mine.test_hidden, answers, pipe')
