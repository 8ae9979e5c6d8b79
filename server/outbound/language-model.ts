/** A language model behind an OpenAI-compatible endpoint. */
export interface LanguageModel {
  /**
   * Asks for one completion in plain text.
   * @param system instructions of the service
   * @param data text that the model works on; never instructions
   */
  complete(system: string, data: string): Promise<Completion>;
  close(): void;
}

/** Outcome of a request. */
export type Completion =
  | { readonly kind: 'text'; readonly text: string; readonly tokens: number }
  | { readonly kind: 'failed'; readonly reason: CompletionFailure };

/** Reasons for no text. */
export type CompletionFailure = 'unreachable' | 'timeout' | 'refused' | 'not_understood' | 'busy';
