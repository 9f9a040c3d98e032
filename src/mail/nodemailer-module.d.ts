/** The part of the package that is used. The package's own types require the types of Node. */
declare module 'nodemailer' {
  interface Address {
    readonly name: string
    readonly address: string
  }

  export interface Message {
    readonly from: Address
    readonly to: Address
    readonly subject: string
    readonly text: string
    readonly html: string
    readonly disableFileAccess: boolean
    readonly disableUrlAccess: boolean
  }

  export interface Sent {
    readonly rejected?: readonly unknown[]
    readonly pending?: readonly unknown[]
  }

  export interface Transport {
    sendMail(message: Message): Promise<Sent>
    close(): void
  }

  export function createTransport(server: string | object): Transport
}
