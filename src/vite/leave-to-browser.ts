/** Where the router of Qwik 2 in the browser looks up what it can show. */
const routerConfig = /^(?:\0)?@qwik-router-config$/
const routeTable = /\bconst routes = \{/

/** Whether a module is the route table of Qwik 2. */
export function isRouteTable(id: string, code: string): boolean {
  return routerConfig.test(id) && routeTable.test(code)
}

/**
 * Adds routes for all below our path, in the form of Qwik's own, whose only module is the document
 * itself: the router has the address in place before it asks for a module. It may ask ahead, too.
 */
export function leaveToBrowser(code: string, basePath: string): string {
  const parts = basePath.split('/').filter((part) => part !== '')
  // Ours are among the application's own pages there.
  if (parts.length === 0) return code
  const path = `/${parts.join('/')}/`
  return `${code}
{
  const load = () => {
    if (location.pathname.startsWith(${JSON.stringify(path)})) location.reload()
    return new Promise(() => {})
  }
  let place = routes
  for (const part of ${JSON.stringify(parts)}) place = place[part] ??= {}
  place._A ??= { _P: 'rest', _I: [load] }
}
`
}
