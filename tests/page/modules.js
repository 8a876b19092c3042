/** Lets node find the page's modules, which import each other by bare names, as the page's import map does. */

import { registerHooks } from "node:module";

const STATIC = new URL("../../gamekit/web/pages/static/", import.meta.url);

registerHooks({
  resolve(specifier, context, next) {
    const [, name] = specifier.match(/^gamekit\/(.*)/) ?? [];
    if (!name) return next(specifier, context);
    return { url: new URL(`${name}.js`, STATIC).href, format: "module", shortCircuit: true };
  },
});
