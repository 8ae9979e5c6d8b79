/* Empty: all rules are in imports.ts. Remove this file with the last command that runs it. */
export {};
