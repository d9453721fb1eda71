import { expect, it } from "vitest";

import { opensOnlyHere } from "./loopback";

it("tells the names of the loopback from addresses that others reach", () => {
  for (const host of ["localhost", "games.localhost", "127.0.0.1", "127.1.2.3", "[::1]"]) expect(opensOnlyHere(host), host).toBe(true);
  for (const host of ["192.168.1.20", "den.local", "localhost.example", "facedown.example", "[fe80::1]", "10.127.0.1"])
    expect(opensOnlyHere(host), host).toBe(false);
});
