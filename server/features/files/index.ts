import type { AnyOperation } from '#server/operations/registry.ts';
import { create, deleteFile, get, list, read } from './operations.ts';
import { recordFileOperations } from './record-files.ts';

/** Operations on files. */
export const operations: readonly AnyOperation[] = [
  create,
  get,
  list,
  read,
  deleteFile,
  ...recordFileOperations,
];
