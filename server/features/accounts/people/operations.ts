import type { AccountOperation } from '#server/operations/account-operation.ts';
import { ownAccountOperations } from './account-operations.ts';
import { passwordOperations } from './password-operations.ts';
import { factorOperations } from './second-factor-operations.ts';
import { deviceOperations } from './session-operations.ts';
import { signInOperations } from './sign-in-operations.ts';

/** Sign-in, and settings of the own account. */
export const signingInOperations: readonly AccountOperation[] = [
  ...signInOperations,
  ...ownAccountOperations,
  ...deviceOperations,
  ...factorOperations,
  ...passwordOperations,
];
