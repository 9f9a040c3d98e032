/** The part of the package that is used. It is one of two that bring bcrypt. */
declare module '@node-rs/bcrypt' {
  export function verify(password: string, hash: string): Promise<boolean>
}
