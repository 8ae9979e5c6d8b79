import type { AccountOperation } from '../../../operations/account.ts';
import { ownAccountOperations } from './account-operations.ts';
import { deviceOperations } from './device-operations.ts';
import { factorOperations } from './factor-operations.ts';
import { passwordOperations } from './password-operations.ts';
import { signInOperations } from './sign-in-operations.ts';

/** Sign-in, and settings of the own account. */
export const signingInOperations: readonly AccountOperation[] = [
  ...signInOperations,
  ...ownAccountOperations,
  ...deviceOperations,
  ...factorOperations,
  ...passwordOperations,
];
