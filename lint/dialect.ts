/*
 * Words of a former house dialect, and openings that make a noun clause of a comment or a description. One list serves comments, documents and
 * public texts.
 */

/** Words that no comment, document or public text uses. */
export const dialect =
  /\b(told|tells?|whoever|whom|who has it|nobody|somebody|anybody|anew|so many|reckon\w*|beside|stands (?:in|beside|at)|asked (?:for|by)|became of|go(?:es)? on|went on|by itself|yet to be|is there|is no more|where it is|the same again|of (?:its|one['’]s|their|his|our) own|one['’]s own|oneself)\b/i;

/** First words of a noun clause. */
export const opening = /^(what|who|whose|whom|whether|how|where|that)\b/i;
