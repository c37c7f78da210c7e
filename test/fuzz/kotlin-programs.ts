const BASE = "https://cloud.mongodb.com/api/atlas/v1.0";

/** Programs in Kotlin for the fuzzer: classes, lambdas with and without receivers, and several clients. */
export const KOTLIN_TEXTS: Readonly<Record<string, string>> = {
  "Client.kt": `@file:JvmName("Client")
package app

import io.ktor.client.*
import io.ktor.client.call.body
import io.ktor.client.engine.cio.CIO
import io.ktor.client.request.*
import io.ktor.http.*
import kotlinx.coroutines.*
import kotlinx.serialization.*
import kotlinx.serialization.json.*
import app.Paths.clusters as path

const val BASE: String = "${BASE}"

@Serializable
data class Page<T>(val results: List<T> = emptyList(), val totalCount: Int)

@Serializable
data class Cluster(val name: String, @SerialName("srvAddress") val address: String? = null, var size: Int = 1) {
    val isLarge get() = size > 10
}

sealed interface Outcome {
    data class Ready(val cluster: Cluster) : Outcome
    object Failed : Outcome
}

object Paths {
    fun clusters(group: String, name: String = "") = "$BASE/groups/$group/clusters/\${name.trim('/')}"
}

fun HttpRequestBuilder.dated(date: String = "2023-01-01", vararg more: Pair<String, String>) {
    headers { append(HttpHeaders.Accept, "application/vnd.atlas.$date+json"); more.forEach { (k, v) -> append(k, v) } }
}

abstract class Api(protected val http: HttpClient) {
    protected suspend inline fun <reified T> read(url: String, block: HttpRequestBuilder.() -> Unit = {}): T =
        http.get(url) { dated(); block() }.body()
}

class Atlas(key: String?, private val group: String) : Api(HttpClient(CIO) { defaultRequest { url(BASE) } }), AutoCloseable {
    private val secret = key ?: throw IllegalArgumentException("no key")
    private val names by lazy { mutableMapOf<String, Cluster>() }
    lateinit var last: String
    var count = 0
        private set

    init { require(secret.isNotBlank()) { "blank" } }

    suspend fun all(): List<Cluster> = read<Page<Cluster>>(path(group)) { parameter("pageNum", 1) }.results

    suspend fun create(name: String, sizes: IntArray = intArrayOf(1, 2)): Outcome = withContext(Dispatchers.IO) {
        val body = buildJsonObject {
            put("name", name)
            putJsonObject("providerSettings") { put("instanceSizeName", if (sizes.isEmpty()) "M10" else "M\${sizes[0]}0") }
        }
        val response = http.post(Paths.clusters(group)) { contentType(ContentType.Application.Json); setBody(body) }
        when (val code = response.status.value) {
            in 200..299 -> Outcome.Ready(response.body<Cluster>().also { names[it.name] = it; last = it.address!! })
            401, 403 -> { count++; Outcome.Failed }
            else -> return@withContext Outcome.Failed
        }
    }

    override fun close() = try { http.close() } catch (e: Exception) { println(e.message) } finally { count = -1 }

    companion object { @JvmStatic fun of(vararg parts: String) = Atlas(parts.firstOrNull(), group = parts.last()) }
}
`,
  "Main.kt": `package app

import okhttp3.*
import okhttp3.RequestBody.Companion.toRequestBody
import org.json.JSONObject
import com.github.kittinunf.fuel.httpGet

typealias Json = JSONObject

fun main(args: Array<String>) = kotlinx.coroutines.runBlocking {
    val (group, name) = args[0] to args.getOrElse(1) { "a" }
    Atlas.of(*args).use { api ->
        api.all().filterNot { it.isLarge }.sortedBy(Cluster::name).forEachIndexed { i, c -> println("$i \${c.address ?: "none"}") }
    }
    val text = """
        {"name": "$name", "providerSettings": {"instanceSizeName": "M10"}, "price": "\${'$'}1"}
    """.trimIndent()
    val request = Request.Builder().apply { url("$BASE/groups/$group/clusters"); post(text.toRequestBody()) }.build()
    OkHttpClient().newCall(request).execute().use loop@{ answer ->
        if (!answer.isSuccessful) return@loop
        Json(answer.body?.string().orEmpty()).takeIf { it.has("mongoURI") }?.let { println(it["mongoURI"]) }
    }
    "$BASE/groups".httpGet().header("Accept" to "application/json").responseString { _, _, (data, error) -> println(data ?: error) }
    outer@ for (i in 0 until 3 step 2) { while (true) { if (i > 1) break@outer else continue@outer } }
}
`,
  "build.gradle.kts": `plugins { kotlin("jvm") version "2.0.0"; application }
repositories { mavenCentral() }
dependencies { implementation("com.squareup.okhttp3:okhttp:4.12.0"); testImplementation(kotlin("test")) }
val url by extra("${BASE}")
tasks.register("ping") { doLast { java.net.URL("$url/groups").openStream().use { println(it.readBytes().size) } } }
`,
};
