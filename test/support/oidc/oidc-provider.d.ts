/** As much of the package as the tests use; it comes without types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  export interface Interaction {
    readonly prompt: {
      readonly name: string
      readonly details: {
        readonly missingOIDCScope?: readonly string[]
        readonly missingOIDCClaims?: readonly string[]
      }
    }
    readonly params: Readonly<Record<string, string>>
    readonly session?: { readonly accountId: string }
    readonly grantId?: string
  }

  interface Grant {
    addOIDCScope(scope: string): void
    addOIDCClaims(claims: readonly string[]): void
    save(): Promise<string>
  }

  export class Provider {
    constructor(issuer: string, configuration: Readonly<Record<string, unknown>>)
    readonly Grant: new (owner: { accountId: string; clientId: string }) => Grant
    on(event: string, listener: (...facts: unknown[]) => void): void
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: Readonly<Record<string, unknown>>,
      options?: { readonly mergeWithLastSubmission: boolean },
    ): Promise<void>
  }
}
