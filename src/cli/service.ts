import { serviceRows } from './service-rows.js'

/** A service that people sign in with, or that sends them mails. */
export interface Service {
  readonly id: string
  readonly isMail: boolean
  /** What its factory is called in the app. */
  readonly importName: string
  readonly name: string
  /** The options that it cannot do without. */
  readonly needs: readonly string[]
  /** Where an app is registered with it; empty for what is nobody's. */
  readonly registration: string
}

/** Every service that is built in, by its id. */
export const services: ReadonlyMap<string, Service> = new Map(
  serviceRows.map(([id, type, importName, name, needs, registration]) => [
    id,
    { id, isMail: type === 'email', importName, name, needs: needs.split(' '), registration },
  ]),
)
