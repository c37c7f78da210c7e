/** Programs about what objects do by themselves that were once answered wrongly; see `regressions.ts`. */
export const OBJECT_CASES: readonly (readonly [name: string, code: string])[] = [
  [
    "a write to a member that has a getter alone",
    `const o = { get k() { return "a"; } }; Reflect.set(o, "k", "b"); const url = o.k;`,
  ],
  [
    "a write to a member whose class has a getter alone",
    `class A { get k() { return "a"; } } const o = new A(); try { o.k = "b"; } catch {} const url = o.k;`,
  ],
  [
    "a write to a member that the class below has a getter for and the class above both",
    `class A { #v = "a"; get k() { return this.#v; } set k(v) { this.#v = v; } } class B extends A { get k() { return "c"; } } const o = new B(); Reflect.set(o, "k", "b"); const url = o.k;`,
  ],
  [
    "a write to one of two objects of which one has a getter",
    `const o = process.env.MODE ? { get k() { return "a"; } } : { k: "c" }; Reflect.set(o, "k", "b"); const url = o.k;`,
  ],
  [
    "a getter that is defined perhaps",
    `const o = {}; if (process.env.MODE) Object.defineProperty(o, "k", { get: () => "z" }); Reflect.set(o, "k", "b"); const url = String(o.k);`,
  ],
  [
    "a member that is fixed further up",
    `const o = Object.create(Object.freeze({ k: "a" })); Reflect.set(o, "k", "b"); const url = o.k;`,
  ],
  [
    "a sealed object",
    `const o = Object.seal({ k: "a" }); Reflect.set(o, "k", "b"); Reflect.set(o, "j", "c"); Reflect.deleteProperty(o, "k"); const url = o.k + String(o.j);`,
  ],
  [
    "an object that nothing can be added to",
    `const o = Object.preventExtensions({ k: "a" }); Reflect.set(o, "j", "c"); Reflect.deleteProperty(o, "k"); const url = String(o.k) + String(o.j);`,
  ],
  [
    "what Reflect says of its success",
    `const o = Object.freeze({ k: "a" }); const url = [Reflect.set(o, "k", "b"), Reflect.deleteProperty(o, "k"), Reflect.set({}, "k", 1)].join();`,
  ],
  [
    "what a descriptor does not say of a member that is there",
    `const o = { k: "a" }; Object.defineProperty(o, "k", { writable: false }); Reflect.set(o, "k", "c"); const url = o.k;`,
  ],
  [
    "a member that is hidden later",
    `const o = { k: "a" }; Object.defineProperty(o, "k", { enumerable: false }); o.k = "b"; const url = Object.keys(o).join() + o.k;`,
  ],
  [
    "a getter that is exchanged beside its setter",
    `const o = { get k() { return "a"; }, set k(v) { this.z = v; } }; Object.defineProperty(o, "k", { get: () => "y" }); o.k = "q"; const url = o.k + o.z;`,
  ],
  [
    "a list that is frozen",
    `const list = Object.freeze(["a"]); try { list.push("b"); } catch {} const url = list.join("/");`,
  ],
];
