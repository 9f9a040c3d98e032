/** Why an authorization URL of Latchkey may differ from that of Auth.js. */
export const explanations: Readonly<Record<string, string>> = {
  'adds state':
    'Latchkey sends `state` unless `checks` is `none`, because `state` names the attempt. Auth.js sends it only if `checks` has it.',
  'adds nonce':
    'If the object has no `checks`, Latchkey makes every check of OpenID Connect. The `nonce` binds the ID token to the attempt.',
  'leaves out an empty scope':
    'An empty `scope` is not valid in RFC 6749, so Latchkey does not send it.',
  'has its own scope': 'The object has no scope. Latchkey sends its default scopes.',
  'has its own redirect_uri':
    'The object has no redirect URI of its own. Latchkey sends the callback URL.',
  'needs no URL for user info':
    'The object has a function that reads the user info, and Latchkey needs no URL beside it.',
}

/** Values that are different each time. Only whether they are there is compared. */
const random: ReadonlySet<string> = new Set(['state', 'nonce', 'code_challenge'])

/** Names the differences of two authorization URLs, by the keys above where one fits. */
export function compareUrls(theirs: URL, ours: URL): readonly string[] {
  if (theirs.protocol === 'about:') return ['needs no URL for user info']
  const [from, to] = [theirs, ours].map(({ origin, pathname }) => origin + pathname)
  const names = new Set([...theirs.searchParams.keys(), ...ours.searchParams.keys()])
  return [
    ...(from === to ? [] : [`goes to ${to} instead of ${from}`]),
    ...[...names].flatMap((name) => compareParameter(name, theirs, ours) ?? []),
  ]
}

function compareParameter(name: string, theirs: URL, ours: URL): string | undefined {
  const [before, after] = [theirs, ours].map(({ searchParams }) => searchParams.get(name))
  if (before === after) return undefined
  if (before === null) return `adds ${name}`
  if (before === '' && after === null) return `leaves out an empty ${name}`
  if (after === null) return `leaves out ${name}`
  if (random.has(name)) return undefined
  return before === 'undefined' ? `has its own ${name}` : `replaces ${name}=${before} with ${after}`
}
