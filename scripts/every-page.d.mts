/** Renders every built-in page and the mails, as HTML by name, in each language. */
export function renderEveryPage(
  languages: readonly string[],
): Promise<ReadonlyMap<string, Readonly<Record<string, string>>>>

/** Renders every built-in page and the mails in a language, as HTML by name. */
export function renderPages(
  load: (file: string) => Promise<Record<string, unknown>>,
  language: string,
): Promise<Readonly<Record<string, string>>>
