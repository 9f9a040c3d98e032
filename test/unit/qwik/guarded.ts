import {
  globalAction$,
  routeAction$,
  routeLoader$,
  server$,
  type RequestEventBase,
} from '@builder.io/qwik-city'
import { getSession, requireSession, updateSession } from '../../../src/qwik/index.js'
import { auth, other } from './auth.js'

/** What a route file of an application exports, each with a guard of its own. */
export const useSecret = routeLoader$(async (event) => nameOf(await requireSession(event)))
export const useSecondSecret = routeLoader$(async (event) => nameOf(await requireSession(event)))

/** Counts what runs behind the guard of a layout. */
export const ran: string[] = []

export const useBehindLayout = routeLoader$(() => {
  ran.push('loader')
  return 'behind the layout'
})

export const useDelete = routeAction$(() => {
  ran.push('action')
  return { deleted: true }
})

export const useRename = routeAction$(async ({ name }, event) => {
  const before = await requireSession(event, auth)
  const after = await updateSession(event, { name }, auth)
  return { before: nameOf(before), after: nameOf(after) }
})

/** Belongs to no page: it can be posted to any. */
export const useGlobalDelete = globalAction$(async (_, event) => {
  await requireSession(event)
  ran.push('global action')
  return { deleted: true }
})

export const askServer = server$(async function (this: RequestEventBase) {
  return nameOf(await requireSession(this, auth))
})

export const askStaff = server$(async function (this: RequestEventBase) {
  return nameOf(await requireSession(this, { ...other, allow: () => false }))
})

export const renameOnServer = server$(async function (this: RequestEventBase, name: string) {
  return nameOf(await updateSession(this, { name }))
})

export const askWho = server$(async function (this: RequestEventBase) {
  return nameOf(await getSession(this))
})

export function nameOf(
  session: { user?: { name?: string | null | undefined } | undefined } | null,
) {
  return session?.user?.name ?? null
}
