import type { CDPSession, Page } from '@playwright/test'

/** A credential as Chromium keeps it. */
interface VirtualCredential {
  readonly credentialId: string
  readonly signCount: number
}

/** An authenticator that Chromium plays: a phone or a computer that knows its owner. */
export class VirtualAuthenticator {
  readonly #session: CDPSession
  readonly #authenticatorId: string

  private constructor(session: CDPSession, authenticatorId: string) {
    this.#session = session
    this.#authenticatorId = authenticatorId
  }

  static async plugIn(page: Page, options: object = {}): Promise<VirtualAuthenticator> {
    const session = await page.context().newCDPSession(page)
    await session.send('WebAuthn.enable')
    const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
        ...options,
      },
    })
    return new VirtualAuthenticator(session, authenticatorId)
  }

  async credentials(): Promise<readonly VirtualCredential[]> {
    const authenticatorId = this.#authenticatorId
    const { credentials } = await this.#session.send('WebAuthn.getCredentials', { authenticatorId })
    return credentials
  }

  /** Whether the person passes the fingerprint, the face or the PIN. */
  async setVerified(isUserVerified: boolean): Promise<void> {
    const authenticatorId = this.#authenticatorId
    await this.#session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
  }

  /** Puts all counters back, as in a copy that was made before. */
  async rewind(): Promise<void> {
    const authenticatorId = this.#authenticatorId
    const { credentials } = await this.#session.send('WebAuthn.getCredentials', { authenticatorId })
    await this.#session.send('WebAuthn.clearCredentials', { authenticatorId })
    for (const credential of credentials) {
      await this.#session.send('WebAuthn.addCredential', {
        authenticatorId,
        credential: { ...credential, signCount: 1 },
      })
    }
  }

  /** Takes it away; another can come. */
  async unplug(): Promise<void> {
    const authenticatorId = this.#authenticatorId
    await this.#session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
  }
}
