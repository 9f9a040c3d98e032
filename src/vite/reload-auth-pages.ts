/** The module in which Qwik 2's router in the browser looks up its routes. */
const routerConfig = /^(?:\0)?@qwik-router-config$/
const routeTable = /\bconst routes = \{/

/** Whether an id is that of Qwik 2's route table. */
export function isRouterConfig(id: string): boolean {
  return routerConfig.test(id)
}

/** Whether a module is Qwik 2's route table, as the router in the browser loads it. */
export function isRouteTable(id: string, code: string): boolean {
  return isRouterConfig(id) && routeTable.test(code)
}

/**
 * Adds routes for all paths below `basePath`, in the form of Qwik's own routes. Their only module
 * reloads the document if the router has already set the address. The router may also load a module
 * ahead of time.
 */
export function reloadAuthPages(code: string, basePath: string): string {
  const parts = basePath.split('/').filter((part) => part !== '')
  // Without a base path, the auth pages are among the app's own pages.
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
