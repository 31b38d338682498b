// planted: both-databases-run-all
it.runIf(engine === 'postgres')('is not run on the other', () => undefined);
