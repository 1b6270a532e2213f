// Pyodide's own script, the glue between JavaScript and its wasm file, made to start faster.
//
// As published it spends most of its own share of a start from a snapshot on what hardly a program ever needs:
// a variable and an assignment for each of 4,900 functions (a third of the script), and what links other wasm
// files to the main one (a table of all its 8,500 symbols, all its functions looked at once, a tiny wasm
// module compiled for each of 280 WebGL functions). Here the functions are assigned in a loop, and linking
// waits until something is to be linked. Nothing is left out: it is there when it is asked for.
//
// The changes are made to the text. Where it does not read as expected, as after an update of Pyodide,
// `leanGlue` throws: then what it says must be looked at again.

/** The script of `pyodide.asm.mjs`, changed as told above. */
export function leanGlue(script) {
  return linkingLater(assigningInLoop(script));
}

const ASSIGNING = "function assignWasmExports(wasmExports){";

/** One of the assignments: of a function, or of an address in memory, which a constant global tells. */
const ASSIGNMENT = /^([\w$]+)=Module\["\1"\]=wasmExports\["([^"]+)"\](?:\.value>>>0)?$/;

/** The one global that is no constant: it is handed on itself. */
const CHANGING = "___stack_pointer";

/** Assigns in a loop what the script itself never uses by its name. */
function assigningInLoop(script) {
  const assigning = script.indexOf(ASSIGNING) + ASSIGNING.length;
  const end = script.indexOf("}", assigning);
  // The names are declared right before.
  const declaring = script.lastIndexOf(";var ", assigning) + ";var ".length;
  const declared = script.indexOf(";", declaring);
  if (assigning < ASSIGNING.length || declared + 1 + ASSIGNING.length !== assigning) {
    throw unexpected("a list of variables, then assignWasmExports");
  }
  const others = [script.slice(0, declaring), script.slice(declared, assigning), script.slice(end)];
  const used = new Set(others.join(" ").match(/[\w$]+/g)).add(CHANGING);
  const kept = [];
  const dropped = new Set();
  for (const statement of script.slice(assigning, end).split(";")) {
    const [, name, symbol] = ASSIGNMENT.exec(statement) ?? [];
    if (name === undefined || name !== `_${symbol}` || used.has(name)) kept.push(statement);
    else dropped.add(name);
  }
  if (dropped.size < kept.length) throw unexpected("assignments like _f=Module._f=wasmExports.f");
  const names = script.slice(declaring, declared).split(",");
  const loop =
    "for(const [name,value] of Object.entries(wasmExports))" +
    'Module["_"+name]=value instanceof WebAssembly.Global?value.value>>>0:value;';
  return [
    script.slice(0, declaring),
    names.filter((name) => !dropped.has(name)).join(","),
    script.slice(declared, assigning),
    loop,
    kept.join(";"),
    script.slice(end),
  ].join("");
}

/**
 * `prepare` is called once the wasm file runs: it gives places in the table of functions to those that
 * the wasm file asks for by place, still empty ones. `link` does the rest, the first time it is called.
 */
const LINKING = `
var linkNow;
function link(){
  var now=linkNow;
  linkNow=undefined;
  now?.();
}
function prepare(exports){
  var wanted=Object.entries(GOT).map(([name,entry])=>[entry,resolveGlobalSymbol(name,true).sym]);
  var simple=wanted.every(([entry,func])=>entry.value==-1&&typeof func=="function"&&func.sig);
  if(simple){
    var first=wasmTable.grow(wanted.length);
    wanted.forEach(([entry],index)=>{entry.value=first+index});
  }
  linkNow=()=>{
    mergeLibSymbols(exports,"main");
    functionsInTableMap??=new WeakMap;
    updateTableMap(0,wasmTable.length);
    if(simple)for(var[entry,func]of wanted){
      setWasmTableEntry(entry.value,convertJsFunctionToWasm(func,func.sig));
      functionsInTableMap.set(func,entry.value);
    }
    updateGOT(exports);
    reportUndefinedSymbols();
  };
  if(!simple)link();
}
`.replaceAll(/\n\s*/g, "");

const LOAD_LIBRARY =
  "function loadDynamicLibrary(libName,flags={global:true,nodelete:true},localScope,handle){";
const LOAD_MODULE = "var loadWebAssemblyModule=(binary,flags,libName,localScope,handle)=>{";
const LOOK_UP = "function __dlsym_js(handle,symbol,symbolIndex){";
const LOOK_UP_AGAIN = "function __dlsym_catchup_js(handle,symbolIndex){";
const MAIN = "function callMain(args=[]){";

/** Pairs: a text that stands just once in the script, and what takes its place. */
const LATER = [
  ["async function createWasm(){", `${LINKING}async function createWasm(){`],
  [
    'var origExports=wasmExports;mergeLibSymbols(wasmExports,"main");',
    "var origExports=wasmExports;",
  ],
  [
    "updateGOT(origExports);LDSO.init();loadDylibs();",
    "LDSO.init();prepare(origExports);loadDylibs();",
  ],
  [
    "if(!dynamicLibraries.length){reportUndefinedSymbols();return}",
    "if(!dynamicLibraries.length)return;",
  ],
  // Of the functions that were in the table before, nobody asks for the place until there is linking.
  [
    "functionsInTableMap=new WeakMap;updateTableMap(0,wasmTable.length)}",
    "functionsInTableMap=new WeakMap;if(!linkNow)updateTableMap(0,wasmTable.length)}",
  ],
  ...[LOAD_LIBRARY, LOAD_MODULE, LOOK_UP, LOOK_UP_AGAIN, MAIN].map((head) => [
    head,
    `${head}link();`,
  ]),
];

function linkingLater(script) {
  return LATER.reduce((text, [before, after]) => {
    const [start, end, ...more] = text.split(before);
    if (end === undefined || more.length > 0) throw unexpected(`just one “${before}”`);
    return start + after + end;
  }, script);
}

function unexpected(what) {
  return new Error(`Pyodide's script does not read as glue.mjs expects it: ${what}`);
}
