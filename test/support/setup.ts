import { inject } from 'vitest';
import { useServer } from './processes.ts';

// Runs before each test file: its databases are created on the server of the run.
useServer(inject('server'));
