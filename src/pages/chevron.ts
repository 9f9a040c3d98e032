/** The CSS rules of the mark before a summary, which looks alike in every browser. */
export const chevronRules: readonly string[] = [
  'summary{list-style:none}',
  'summary::-webkit-details-marker{display:none}',
  'summary::before{content:"";display:inline-block;inline-size:.4375rem;block-size:.4375rem;margin-inline-end:.625rem;border:solid;border-width:2px 2px 0 0;rotate:45deg;vertical-align:.125em}',
  '[dir=rtl] summary::before{rotate:-135deg}',
  'details[open]>summary::before{rotate:135deg;vertical-align:.25em}',
]
