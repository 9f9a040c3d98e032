/** The comment of a provider's factory, as its page shows it. */
export interface FileComment {
  /** What the provider does. */
  readonly intro: string
  /** What to set, besides the variables that the page lists. */
  readonly setup: string
  /** Whether the service takes the domain of the callback URL instead of the URL. */
  readonly isDomain: boolean
}

/** Reads the comment above the factory of a provider's file. */
export function readFileComment(source: string): FileComment {
  const [, comment = ''] =
    /\/\*\*\n((?: \*.*\n)+?) \*\/\nexport default function/.exec(source) ?? []
  const text = comment
    .replaceAll(/^ \* ?/gm, '')
    .replaceAll(/^@[^]*/gm, '')
    .trim()
  const [first = '', ...others] = text
    .split('\n\n')
    .map((paragraph) => paragraph.replaceAll('\n', ' '))
  const sentences = others.join(' ').split(/(?<=[.]) (?=[A-Z`])/)
  return {
    intro: first.replace(/^Signs in\b/, 'Users sign in').replace(/^Sends/, 'This provider sends'),
    setup: sentences.filter((sentence) => !isInSteps(sentence)).join(' '),
    isDomain: text.includes('Register the domain of'),
  }
}

/** Whether the steps of the page say it already. */
function isInSteps(sentence: string): boolean {
  return /^Register (?:`|the domain of)|^Set `AUTH_\w+`(?: and `AUTH_\w+`)?\.$/.test(sentence)
}
