import { serviceRows } from './service-rows.js'

/** A service that users sign in with, or that sends mails. */
export interface Service {
  readonly id: string
  readonly isMail: boolean
  /** The name under which the app imports its factory. */
  readonly importName: string
  readonly name: string
  /** The options that the service requires. */
  readonly needs: readonly string[]
  /** The page where you register an app with the service. Empty if there is no such page. */
  readonly registration: string
}

/** Every built-in service, by its id. */
export const services: ReadonlyMap<string, Service> = new Map(
  serviceRows.map(([id, type, importName, name, needs, registration]) => [
    id,
    { id, isMail: type === 'email', importName, name, needs: needs.split(' '), registration },
  ]),
)
