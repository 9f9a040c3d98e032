/**
 * The script of the built-in sign-in page as text: `page.ts` and all of its imports in one bundle.
 * The build generates it. This file only declares its type.
 */
export declare const pageScript: string
