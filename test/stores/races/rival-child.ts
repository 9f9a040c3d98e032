import { inspect } from 'node:util'
import type { OpenStore } from '../published/store.js'
import { rivalOn, type Rival } from './rival.js'
import type { Action, Landing } from './site.js'
import { raceStores, type RaceStoreName } from './stores.js'

/** What the parent process asks for, and what it is told. */
export type Request =
  | { readonly open: RaceStoreName; readonly url: string }
  | { readonly lane: number; readonly prepare: Action }
  | { readonly lane: number; readonly go: number }
  | { readonly close: true }
export type Answer = { readonly done: true } | { readonly failed: string } | Landing

/** Each answer carries the number of its request: one that failed does not shift the others. */
export type Numbered<Name extends string, Content> = { readonly number: number } & {
  readonly [Key in Name]: Content
}

/** Does what the parent process asks for, one after the other. */
function serveParent(): void {
  let opened: OpenStore | undefined
  const rivals = new Map<number, Rival>()
  const rivalIn = (lane: number): Rival => {
    if (!opened) throw new Error('No store is open.')
    const rival = rivals.get(lane) ?? rivalOn(opened.adapter)
    rivals.set(lane, rival)
    return rival
  }
  const answer = async (request: Request): Promise<Answer> => {
    if ('go' in request) return rivalIn(request.lane).go(request.go)
    if ('prepare' in request) await rivalIn(request.lane).prepare(request.prepare)
    else if ('open' in request) opened = await raceStores[request.open].open(request.url)
    else {
      rivals.clear()
      await opened?.close()
    }
    return { done: true }
  }
  const reply = async ({ number, request }: Numbered<'request', Request>): Promise<void> => {
    const said = await answer(request).catch((thrown: unknown) => ({ failed: inspect(thrown) }))
    process.send?.({ number, answer: said })
  }
  process.on('message', (message) => void reply(message as Numbered<'request', Request>))
}

serveParent()
