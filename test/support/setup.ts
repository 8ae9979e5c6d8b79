import { inject } from 'vitest';
import { useServer } from './processes.ts';

// Before each test file: its databases are made on the server of the run.
useServer(inject('server'));
