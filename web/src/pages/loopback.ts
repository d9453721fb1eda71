/** Does a page of this host open on no other computer?  So it is with every name of the loopback. */
export function opensOnlyHere(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/i.test(hostname);
}
