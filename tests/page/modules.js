/** Lets node find the page's modules, which import each other by bare names, as the page's import map does. */

import { existsSync } from "node:fs";
import { registerHooks } from "node:module";

const STATIC = new URL("../../gamekit/web/pages/static/", import.meta.url);

registerHooks({
  resolve(specifier, context, next) {
    const [, name] = specifier.match(/^gamekit\/(.*)/) ?? [];
    const vendored = new URL(`vendor/${specifier}.mjs`, STATIC);
    if (/^[\w-]+$/.test(specifier) && existsSync(vendored)) return { url: vendored.href, format: "module", shortCircuit: true };
    if (!name) return next(specifier, context);
    return { url: new URL(`${name}.js`, STATIC).href, format: "module", shortCircuit: true };
  },
});
