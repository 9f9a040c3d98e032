import type { Finding } from './finding.js'

/** What Latchkey serves below the base path of every app, and Auth.js did not. */
const taken: ReadonlySet<string> = new Set(['confirm', 'webauthn-script'])

/** Finds routes of the app that its visitors do not reach any more. */
export function findTakenRoutes(paths: Iterable<string>, basePath: string): readonly Finding[] {
  return [...paths].flatMap((path) => {
    const route = routeOf(path)
    const action = route?.startsWith(`${basePath}/`) ? route.slice(basePath.length + 1) : ''
    if (!taken.has(action)) return []
    return [
      {
        path,
        line: 1,
        problem: `Latchkey answers ${basePath}/${action} itself, so visitors do not reach this route.`,
        cure: 'Move it to another path, and change the links to it.',
      },
    ]
  })
}

/** Names in parentheses group routes, and are not in their paths. */
function routeOf(path: string): string | undefined {
  const folders = /^src\/routes\/(.*)\/index(?:@[\w-]*)?(?:\.[cm]?[jt]sx?|\.mdx?)$/.exec(path)?.[1]
  if (folders === undefined) return undefined
  const segments = folders.split('/').filter((one) => !/^\(.*\)$/.test(one))
  return `/${segments.join('/')}`
}
